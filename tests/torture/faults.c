/* A file system that fails, preloaded into a child of the torture tests: the Nth write, sync or truncation of the history's
 * files fails, is done by half, or is where the power goes.
 *
 * PACELINE_FAULT: `eio`, `full` or `short` once, `broken` or `filled` from there on, or `cut`. PACELINE_FAULT_AT: N, from 1.
 * PACELINE_FAULT_SEED: what is lost at a cut. SQLite's bundled build calls libc for all of it, so nothing in Rust changes.
 *
 * At a cut each sector that was written since its file's last sync has either reached the disk or has not, whatever their
 * order, and the file has any length between the one it had then and the one it has now; the process ends at once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { SECTOR = 512, CUT_STATUS = 77 };

/* A write since the last sync: what was there before. */
struct change {
    struct change *older;
    ino_t file;
    int fd;
    off_t at, size;
    size_t length;
    unsigned char *was;
};

static struct change *changes;
static pthread_mutex_t alone = PTHREAD_MUTEX_INITIALIZER;
static long calls;
static uint64_t dice;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

__attribute__((constructor)) static void find_real(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    const char *seed = getenv("PACELINE_FAULT_SEED");
    dice = seed ? strtoull(seed, NULL, 10) * 2 + 1 : 1;
}

static uint64_t roll(uint64_t below) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (dice >> 11) % below;
}

/* Whether it is the history, its log or its journal. */
static int is_ours(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return strstr(path, "/paceline.db") != NULL && strstr(path, "-shm") == NULL;
}

static void forget(int fd) {
    struct stat found;
    if (fstat(fd, &found)) return;
    for (struct change **at = &changes; *at;) {
        struct change *one = *at;
        if (one->file != found.st_ino) {
            at = &one->older;
            continue;
        }
        *at = one->older;
        close(one->fd);
        free(one->was);
        free(one);
    }
}

static void remember(int fd, off_t at, size_t length) {
    struct stat found;
    struct change *new = calloc(1, sizeof *new);
    if (!new || fstat(fd, &found)) _exit(78);
    /* SQLite may close its own before the cut. */
    *new = (struct change){changes, found.st_ino, dup(fd), at, found.st_size, length, calloc(1, length)};
    if (new->fd < 0 || !new->was || pread(fd, new->was, length, at) < 0) _exit(78);
    changes = new;
}

static void cut(void) {
    for (struct change *one = changes; one; one = one->older) {
        for (size_t from = 0; from < one->length;) {
            size_t upto = from + SECTOR - (size_t)(one->at + (off_t)from) % SECTOR;
            if (upto > one->length) upto = one->length;
            if (roll(2)) real_pwrite(one->fd, one->was + from, upto - from, one->at + (off_t)from);
            from = upto;
        }
    }
    for (struct change *one = changes; one; one = one->older) {
        struct stat now;
        int is_oldest = 1;
        for (struct change *other = one->older; other; other = other->older) is_oldest &= other->file != one->file;
        if (is_oldest && !fstat(one->fd, &now) && now.st_size > one->size && roll(2))
            real_ftruncate(one->fd, one->size + (off_t)roll((uint64_t)(now.st_size - one->size)));
    }
    _exit(CUT_STATUS);
}

/* What happens to the next call: 0 nothing, 1 a short write, otherwise its error. */
static int fault(void) {
    const char *kind = getenv("PACELINE_FAULT"), *at = getenv("PACELINE_FAULT_AT");
    if (!kind || !at) return 0;
    long over = ++calls - strtol(at, NULL, 10);
    if (over >= 0 && !strcmp(kind, "broken")) return EIO;
    if (over >= 0 && !strcmp(kind, "filled")) return ENOSPC;
    if (over != 0) return 0;
    if (!strcmp(kind, "cut")) cut();
    return !strcmp(kind, "short") ? 1 : !strcmp(kind, "full") ? ENOSPC : EIO;
}

static ssize_t write_at(int fd, const void *bytes, size_t length, off_t at, int is_positioned) {
    pthread_mutex_lock(&alone);
    int failed = fault();
    ssize_t wrote = -1;
    if (failed > 1) {
        errno = failed;
    } else {
        if (failed) length = length / 2;
        remember(fd, at, length);
        wrote = is_positioned ? real_pwrite(fd, bytes, length, at) : real_write(fd, bytes, length);
    }
    pthread_mutex_unlock(&alone);
    return wrote;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!is_ours(fd)) return real_write(fd, bytes, length);
    return write_at(fd, bytes, length, lseek(fd, 0, SEEK_CUR), 0);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
    if (!is_ours(fd)) return real_pwrite(fd, bytes, length, at);
    return write_at(fd, bytes, length, at, 1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

static int settle(int fd, int (*real)(int)) {
    if (!is_ours(fd)) return real(fd);
    pthread_mutex_lock(&alone);
    int failed = fault(), done = -1;
    if (failed) {
        errno = failed > 1 ? failed : EIO;
    } else {
        done = real(fd);
        forget(fd);
    }
    pthread_mutex_unlock(&alone);
    return done;
}

int fsync(int fd) { return settle(fd, real_fsync); }
int fdatasync(int fd) { return settle(fd, real_fdatasync); }

int ftruncate64(int fd, off_t size) {
    if (!is_ours(fd)) return real_ftruncate(fd, size);
    pthread_mutex_lock(&alone);
    int failed = fault(), done = -1;
    if (failed) {
        errno = failed > 1 ? failed : EIO;
    } else {
        done = real_ftruncate(fd, size);
        forget(fd);
    }
    pthread_mutex_unlock(&alone);
    return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }
