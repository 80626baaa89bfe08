#include "SystemFaults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <mutex>

namespace {

std::mutex g_mutex; // guards the rest
bool g_isArmed = false;
QByteArray g_folder;
unsigned g_calls = 0;
int g_error = 0;
int g_left = 0; // calls until one fails
SystemFaults::Lasts g_lasts = SystemFaults::Lasts::Once;
int g_failures = 0;
QByteArray g_lastFailure;

/// Whether this call fails; errno is set then.
bool fails(SystemFaults::Calls kind, const char *what, const char *path)
{
    const std::lock_guard lock(g_mutex);
    if (!g_isArmed || (g_calls & kind) == 0 || !QByteArrayView(path).startsWith(g_folder))
        return false;
    if (g_left > 0 && --g_left > 0)
        return false;
    if (g_failures > 0 && g_lasts == SystemFaults::Lasts::Once)
        return false;
    ++g_failures;
    g_lastFailure = QByteArray(what) + ' ' + path;
    errno = g_error;
    return true;
}

bool fails(SystemFaults::Calls kind, const char *what, int fd)
{
    {
        const std::lock_guard lock(g_mutex);
        if (!g_isArmed)
            return false;
    }
    char link[64];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    char path[PATH_MAX] = {};
    return ::readlink(link, path, sizeof path - 1) > 0 && fails(kind, what, path);
}

template <class Function>
Function *real(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

bool isChanging(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY || (flags & O_DIRECTORY) != 0;
}

} // namespace

void SystemFaults::arm(const QByteArray &folder, unsigned calls, int error, int n, Lasts lasts)
{
    const std::lock_guard lock(g_mutex);
    g_folder = folder;
    g_calls = calls;
    g_error = error;
    g_left = n;
    g_lasts = lasts;
    g_failures = 0;
    g_lastFailure.clear();
    g_isArmed = true;
}

int SystemFaults::disarm()
{
    const std::lock_guard lock(g_mutex);
    g_isArmed = false;
    return g_failures;
}

QByteArray SystemFaults::lastFailure()
{
    const std::lock_guard lock(g_mutex);
    return g_lastFailure;
}

// The names that the C library has. Each passes on to it.
extern "C" {

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (isChanging(flags) && fails(SystemFaults::Opening, "open", path))
        return -1;
    static auto *const next = real<int(const char *, int, ...)>("open");
    return next(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (isChanging(flags) && fails(SystemFaults::Opening, "open", path))
        return -1;
    static auto *const next = real<int(const char *, int, ...)>("open64");
    return next(path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    if (fails(SystemFaults::Writing, "write", fd))
        return -1;
    static auto *const next = real<ssize_t(int, const void *, size_t)>("write");
    return next(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
    if (fails(SystemFaults::Writing, "pwrite", fd))
        return -1;
    static auto *const next = real<ssize_t(int, const void *, size_t, off_t)>("pwrite");
    return next(fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset)
{
    if (fails(SystemFaults::Writing, "pwrite", fd))
        return -1;
    static auto *const next = real<ssize_t(int, const void *, size_t, off64_t)>("pwrite64");
    return next(fd, bytes, size, offset);
}

int ftruncate(int fd, off_t size) noexcept
{
    if (fails(SystemFaults::Writing, "ftruncate", fd))
        return -1;
    static auto *const next = real<int(int, off_t)>("ftruncate");
    return next(fd, size);
}

int ftruncate64(int fd, off64_t size) noexcept
{
    if (fails(SystemFaults::Writing, "ftruncate", fd))
        return -1;
    static auto *const next = real<int(int, off64_t)>("ftruncate64");
    return next(fd, size);
}

int fsync(int fd)
{
    if (fails(SystemFaults::Syncing, "fsync", fd))
        return -1;
    static auto *const next = real<int(int)>("fsync");
    return next(fd);
}

int fdatasync(int fd)
{
    if (fails(SystemFaults::Syncing, "fdatasync", fd))
        return -1;
    static auto *const next = real<int(int)>("fdatasync");
    return next(fd);
}

int rename(const char *from, const char *to) noexcept
{
    if (fails(SystemFaults::Renaming, "rename", to))
        return -1;
    static auto *const next = real<int(const char *, const char *)>("rename");
    return next(from, to);
}

int unlink(const char *path) noexcept
{
    if (fails(SystemFaults::Removing, "unlink", path))
        return -1;
    static auto *const next = real<int(const char *)>("unlink");
    return next(path);
}
}
