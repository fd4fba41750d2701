#include "CLibrary.h"

void mark(void) {}
