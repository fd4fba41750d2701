// The functions of the C library that the program calls. Embedded Swift has no module for that library.
int getchar(void);
int putchar(int character);
