// The counters of LLVM's profiling, one for each block of code that is compiled with -profile-generate.

#include <stdint.h>

char *__llvm_profile_begin_counters(void);
char *__llvm_profile_end_counters(void);

/// The number of blocks that this process has run.
static inline uint64_t blocks_run(void) {
    uint64_t sum = 0;
    for (const char *counter = __llvm_profile_begin_counters(); counter < __llvm_profile_end_counters(); counter += 8)
        sum += *(const uint64_t *)counter;
    return sum;
}
