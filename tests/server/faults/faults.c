/*
 * Makes system calls of a process fail or kill it, for tests. Loaded with LD_PRELOAD; `faults.ts` builds and arms it.
 * Only calls about files below FAULTS_BELOW count. The file FAULTS_CONTROL is mapped and shared with the test.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* The same order as in faults.ts. */
enum action { OFF, FAIL_ONCE, FAIL_FROM, KILL_BEFORE, KILL_HALFWAY, COUNT, COPY_BEFORE, COPY_HALFWAY };
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
static const char *copies;
/* The call that this thread is in: its number, its kind and the name of its file. */
static _Thread_local int call;
static _Thread_local int call_kind;
static _Thread_local char call_file[256];

/* A variable of this process or of its parent, because an image worker gets only a part of the server's environment. */
static const char *variable(const char *name) {
  const char *own = getenv(name);
  if (own) return own;
  static char all[1 << 16];
  static ssize_t length = -1;
  if (length < 0) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    length = fd < 0 ? 0 : read(fd, all, sizeof all - 1);
    if (fd >= 0) close(fd);
  }
  size_t size = strlen(name);
  for (char *entry = all; entry < all + length; entry += strlen(entry) + 1) {
    if (strncmp(entry, name, size) == 0 && entry[size] == '=') return entry + size + 1;
  }
  return NULL;
}

__attribute__((constructor)) static void set_up(void) {
  const char *path = variable("FAULTS_CONTROL");
  below = variable("FAULTS_BELOW");
  copies = variable("FAULTS_COPIES");
  if (!path || !below) return;
  int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) control = map;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  pause();
}

/* Copies the folder as it is now to FAULTS_COPIES/<number of the call> <its kind> <name of its file>. */
static void copy(void) {
  char target[4096];
  snprintf(target, sizeof target, "%s/%d %d %s", copies, call, call_kind, call_file);
  char *const arguments[] = {"cp", "-a", (char *)below, target, NULL};
  char *const environment[] = {NULL};
  pid_t child;
  /* The folder may not exist yet. */
  if (access(below, F_OK) == 0 && posix_spawn(&child, "/bin/cp", NULL, NULL, arguments, environment) == 0)
    waitpid(child, NULL, 0);
}

/* Called in the middle of a call: copies the folder and returns, or kills the process. */
static void stop_halfway(void) {
  if (atomic_load(&control->action) == COPY_HALFWAY) copy();
  else die();
}

enum decision { PASS, FAIL, HALF };

static enum decision decide(enum kind kind, const char *path) {
  if (!control || !path || strncmp(path, below, strlen(below)) != 0) return PASS;
  int action = atomic_load(&control->action);
  if (action == OFF || !(atomic_load(&control->kinds) & kind)) return PASS;
  call = atomic_fetch_add(&control->seen, 1) + 1;
  call_kind = kind;
  const char *slash = strrchr(path, '/');
  snprintf(call_file, sizeof call_file, "%s", slash ? slash + 1 : path);
  if (action == COPY_BEFORE) copy();
  if (action == COPY_HALFWAY) return HALF;
  int at = atomic_load(&control->at);
  if (action == COUNT || action == COPY_BEFORE || call < at || (call > at && action != FAIL_FROM)) return PASS;
  if (action == KILL_BEFORE) die();
  if (action == KILL_HALFWAY) return HALF;
  errno = atomic_load(&control->error);
  return FAIL;
}

static enum decision decide_fd(enum kind kind, int fd) {
  if (!control || atomic_load(&control->action) == OFF) return PASS;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return PASS;
  path[length] = 0;
  return decide(kind, path);
}

/* Does a write in two parts, with `stop_halfway` in between. */
#define IN_HALVES(size, first, second) \
  do { \
    ssize_t done = (size) > 1 ? (first) : 0; \
    stop_halfway(); \
    if (done < 0) return done; \
    ssize_t rest = (second); \
    return rest < 0 ? rest : done + rest; \
  } while (0)

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *bytes, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  enum decision decision = decide_fd(WRITE, fd);
  if (decision == FAIL) return -1;
  if (decision == HALF) IN_HALVES(size, real(fd, bytes, size / 2), real(fd, (const char *)bytes + done, size - done));
  return real(fd, bytes, size);
}

#define PWRITE(name, offset_type) \
  ssize_t name(int fd, const void *bytes, size_t size, offset_type offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, offset_type); \
    enum decision decision = decide_fd(WRITE, fd); \
    if (decision == FAIL) return -1; \
    if (decision == HALF) \
      IN_HALVES(size, real(fd, bytes, size / 2, offset), \
                real(fd, (const char *)bytes + done, size - done, offset + done)); \
    return real(fd, bytes, size, offset); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  enum decision decision = decide_fd(WRITE, fd);
  if (decision == FAIL) return -1;
  if (decision == HALF) IN_HALVES(count, real(fd, parts, count / 2), real(fd, parts + count / 2, count - count / 2));
  return real(fd, parts, count);
}

#define PWRITEV(name, offset_type) \
  ssize_t name(int fd, const struct iovec *parts, int count, offset_type offset) { \
    REAL(ssize_t, #name, int, const struct iovec *, int, offset_type); \
    enum decision decision = decide_fd(WRITE, fd); \
    if (decision == FAIL) return -1; \
    if (decision == HALF) \
      IN_HALVES(count, real(fd, parts, count / 2, offset), \
                real(fd, parts + count / 2, count - count / 2, offset + done)); \
    return real(fd, parts, count, offset); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

/* A call that cannot be done in part: the process is killed, or the folder copied, after it. */
#define WHOLE(call) \
  do { \
    if (decision == FAIL) return -1; \
    int result = (call); \
    if (decision == HALF) stop_halfway(); \
    return result; \
  } while (0)

#define ON_FD(name, kind) \
  int name(int fd) { \
    REAL(int, #name, int); \
    enum decision decision = decide_fd(kind, fd); \
    WHOLE(real(fd)); \
  }
ON_FD(fsync, SYNC)
ON_FD(fdatasync, SYNC)

#define TRUNCATE(name, offset_type) \
  int name(int fd, offset_type size) { \
    REAL(int, #name, int, offset_type); \
    struct stat now; \
    /* Only growth needs disk space. */ \
    enum decision decision = fstat(fd, &now) == 0 && now.st_size < size ? decide_fd(ALLOCATE, fd) : PASS; \
    WHOLE(real(fd, size)); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* Returns the error instead of setting errno. */
#define FALLOCATE(name, offset_type) \
  int name(int fd, offset_type start, offset_type size) { \
    REAL(int, #name, int, offset_type, offset_type); \
    enum decision decision = decide_fd(ALLOCATE, fd); \
    if (decision == FAIL) return atomic_load(&control->error); \
    int result = real(fd, start, size); \
    if (decision == HALF) stop_halfway(); \
    return result; \
  }
FALLOCATE(posix_fallocate, off_t)
FALLOCATE(posix_fallocate64, off64_t)

static enum decision decide_creation(const char *path, int flags) {
  if (!(flags & O_CREAT) || access(path, F_OK) == 0) return PASS;
  return decide(ALLOCATE, path);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    enum decision decision = decide_creation(path, flags); \
    WHOLE(real(path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  enum decision decision = access(path, F_OK) == 0 ? PASS : decide(ALLOCATE, path);
  WHOLE(real(path, mode));
}

char *mkdtemp(char *template) {
  REAL(char *, "mkdtemp", char *);
  enum decision decision = decide(ALLOCATE, template);
  if (decision == FAIL) return NULL;
  char *result = real(template);
  if (decision == HALF) stop_halfway();
  return result;
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  enum decision decision = decide(RENAME, to);
  WHOLE(real(from, to));
}

int link(const char *from, const char *to) {
  REAL(int, "link", const char *, const char *);
  enum decision decision = decide(ALLOCATE, to);
  WHOLE(real(from, to));
}

#define REMOVAL(name) \
  int name(const char *path) { \
    REAL(int, #name, const char *); \
    enum decision decision = decide(REMOVE, path); \
    WHOLE(real(path)); \
  }
REMOVAL(unlink)
REMOVAL(rmdir)
