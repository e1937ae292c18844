// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "AllocationCounter.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

static std::atomic<long> allocations{0};

long syncflow::test::allocationCount() { return allocations.load(); }

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
// The sanitizers own malloc and lend hooks instead.
#include <sanitizer/allocator_interface.h>

static const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void *, size_t) { ++allocations; }, [](const volatile void *) {});
#else
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// An executable's definitions come first for every library of the process.
extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
  ++allocations;
  return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  ++allocations;
  *out = __libc_memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}
void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
  ++allocations;
  return reinterpret_cast<void *>(syscall(SYS_mmap, address, length, protection, flags, file, offset));
}
}
#endif
