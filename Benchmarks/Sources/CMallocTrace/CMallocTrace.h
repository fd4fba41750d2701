#include <mcheck.h>
