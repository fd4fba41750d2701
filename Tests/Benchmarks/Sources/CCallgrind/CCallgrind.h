// The client requests of Callgrind are macros with inline assembly, which only C can use.

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

static inline void callgrind_zero(void) { CALLGRIND_ZERO_STATS; }
static inline void callgrind_dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
static inline void callgrind_zero(void) {}
static inline void callgrind_dump(const char *name) { (void)name; }
#endif
