/*
 * Makes system calls of a process fail or kill it, for tests. Loaded with LD_PRELOAD; `faults.ts` builds and arms it.
 * Only calls about files below FAULTS_BELOW count. The file FAULTS_CONTROL is mapped and shared with the test.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* The same order as in faults.ts. */
enum action { OFF, FAIL_ONCE, FAIL_FROM, KILL_BEFORE, KILL_HALFWAY, COUNT };
enum kind { WRITE = 1, SYNC = 2, ALLOCATE = 4, RENAME = 8, REMOVE = 16 };

struct control {
  atomic_int action;
  atomic_int kinds; /* a sum of enum kind: which calls count */
  atomic_int at;    /* the call that is hit, from 1 */
  atomic_int error; /* the errno of a failure */
  atomic_int seen;  /* calls counted since the test armed it */
};

static struct control *control;
static const char *below;

__attribute__((constructor)) static void set_up(void) {
  const char *path = getenv("FAULTS_CONTROL");
  below = getenv("FAULTS_BELOW");
  if (!path || !below) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) control = map;
}

enum verdict { PASS, FAIL, HALF };

static enum verdict judge(enum kind kind, const char *path) {
  if (!control || !path || strncmp(path, below, strlen(below)) != 0) return PASS;
  int action = atomic_load(&control->action);
  if (action == OFF || !(atomic_load(&control->kinds) & kind)) return PASS;
  int call = atomic_fetch_add(&control->seen, 1) + 1;
  int at = atomic_load(&control->at);
  if (action == COUNT || call < at || (call > at && action != FAIL_FROM)) return PASS;
  if (action == KILL_BEFORE) kill(getpid(), SIGKILL), pause();
  if (action == KILL_HALFWAY) return HALF;
  errno = atomic_load(&control->error);
  return FAIL;
}

static enum verdict judge_fd(enum kind kind, int fd) {
  if (!control || atomic_load(&control->action) == OFF) return PASS;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return PASS;
  path[length] = 0;
  return judge(kind, path);
}

static void die(void) {
  kill(getpid(), SIGKILL);
  pause();
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  enum verdict verdict = judge_fd(WRITE, fd);
  if (verdict == FAIL) return -1;
  if (verdict == HALF) real(fd, bytes, size / 2), die();
  return real(fd, bytes, size);
}

#define PWRITE(name, offset_type) \
  ssize_t name(int fd, const void *bytes, size_t size, offset_type offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, offset_type); \
    enum verdict verdict = judge_fd(WRITE, fd); \
    if (verdict == FAIL) return -1; \
    if (verdict == HALF) real(fd, bytes, size / 2, offset), die(); \
    return real(fd, bytes, size, offset); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  enum verdict verdict = judge_fd(WRITE, fd);
  if (verdict == FAIL) return -1;
  if (verdict == HALF) real(fd, parts, count / 2), die();
  return real(fd, parts, count);
}

#define PWRITEV(name, offset_type) \
  ssize_t name(int fd, const struct iovec *parts, int count, offset_type offset) { \
    REAL(ssize_t, #name, int, const struct iovec *, int, offset_type); \
    enum verdict verdict = judge_fd(WRITE, fd); \
    if (verdict == FAIL) return -1; \
    if (verdict == HALF) real(fd, parts, count / 2, offset), die(); \
    return real(fd, parts, count, offset); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

/* A call that either happens or does not: killed halfway is killed after it. */
#define WHOLE(call) \
  do { \
    if (verdict == FAIL) return -1; \
    int result = (call); \
    if (verdict == HALF) die(); \
    return result; \
  } while (0)

#define ON_FD(name, kind) \
  int name(int fd) { \
    REAL(int, #name, int); \
    enum verdict verdict = judge_fd(kind, fd); \
    WHOLE(real(fd)); \
  }
ON_FD(fsync, SYNC)
ON_FD(fdatasync, SYNC)

#define TRUNCATE(name, offset_type) \
  int name(int fd, offset_type size) { \
    REAL(int, #name, int, offset_type); \
    struct stat now; \
    /* Only growth needs room. */ \
    enum verdict verdict = fstat(fd, &now) == 0 && now.st_size < size ? judge_fd(ALLOCATE, fd) : PASS; \
    WHOLE(real(fd, size)); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* Answers the error instead of setting errno. */
#define FALLOCATE(name, offset_type) \
  int name(int fd, offset_type start, offset_type size) { \
    REAL(int, #name, int, offset_type, offset_type); \
    enum verdict verdict = judge_fd(ALLOCATE, fd); \
    if (verdict == FAIL) return atomic_load(&control->error); \
    int result = real(fd, start, size); \
    if (verdict == HALF) die(); \
    return result; \
  }
FALLOCATE(posix_fallocate, off_t)
FALLOCATE(posix_fallocate64, off64_t)

static enum verdict judge_creation(const char *path, int flags) {
  if (!(flags & O_CREAT) || access(path, F_OK) == 0) return PASS;
  return judge(ALLOCATE, path);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    enum verdict verdict = judge_creation(path, flags); \
    WHOLE(real(path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  enum verdict verdict = access(path, F_OK) == 0 ? PASS : judge(ALLOCATE, path);
  WHOLE(real(path, mode));
}

char *mkdtemp(char *template) {
  REAL(char *, "mkdtemp", char *);
  enum verdict verdict = judge(ALLOCATE, template);
  if (verdict == FAIL) return NULL;
  char *result = real(template);
  if (verdict == HALF) die();
  return result;
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  enum verdict verdict = judge(RENAME, to);
  WHOLE(real(from, to));
}

int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  enum verdict verdict = judge(ALLOCATE, to);
  WHOLE(real(from, to));
}

#define REMOVAL(name) \
  int name(const char *path) { \
    REAL(int, #name, const char *); \
    enum verdict verdict = judge(REMOVE, path); \
    WHOLE(real(path)); \
  }
REMOVAL(unlink)
REMOVAL(rmdir)
