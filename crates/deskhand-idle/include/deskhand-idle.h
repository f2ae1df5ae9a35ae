/*
 * deskhand-idle: an application says when it is busy, so that tests wait exactly as long as they must.
 *
 *     deskhand_idle_install();                                   once, early in main
 *     uint64_t task = deskhand_idle_task_begin("save");          where work begins that outlives its handler
 *     deskhand_idle_task_end(task);                              where it has ended
 *
 * The application is idle when no work is under way and, where a probe is set, its main loop has run dry after that.
 * Deskhand, run by the same user, asks over a socket of this process and is answered within about a millisecond.
 *
 * Every function may be called on any thread, at any time, before deskhand_idle_install() and without it. Misuse does
 * no harm: an end without a beginning is ignored, a name may be NULL, of any length (it is cut) and of any bytes (those
 * that are not UTF-8 are replaced), and after fork() the child begins afresh, with no work and not installed. No
 * function may be called from a signal handler.
 *
 * Link with: pkg-config --cflags --libs deskhand-idle
 */
#ifndef DESKHAND_IDLE_H
#define DESKHAND_IDLE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Lets this user's Deskhand ask this process, on a thread that the library makes and that gets no signals. Reads
 * XDG_RUNTIME_DIR. Calling it again does no harm. Call it after becoming a daemon, not before.
 *
 * Returns 0, or an errno value when no socket could be made. The process is then not found, and Deskhand judges by
 * what it sees; nothing else is different.
 */
int deskhand_idle_install(void);

/* Stops that and removes the socket. What a process leaves that is killed does no harm. */
void deskhand_idle_uninstall(void);

/*
 * Writes the path of the socket into the buffer, cut to size bytes with the zero at its end, and returns the length of
 * the whole path: 0 when nothing is installed. The buffer may be NULL.
 */
size_t deskhand_idle_socket(char *buffer, size_t size);

/* Counts one more piece of work, or one less, without a name. */
void deskhand_idle_busy(void);
void deskhand_idle_idle(void);

/* Begins work with a name, and ends it by the token that its beginning returned. Both may be on different threads. */
uint64_t deskhand_idle_task_begin(const char *name);
void deskhand_idle_task_end(uint64_t token);

/* A timer was started; it has fired and what it does is done, or it was cancelled. Paired by name, the oldest first. */
void deskhand_idle_timer_started(const char *name);
void deskhand_idle_timer_fired(const char *name);

/* A request went out; it was answered or given up, and that was dealt with. Paired by name, the oldest first. */
void deskhand_idle_request_began(const char *name);
void deskhand_idle_request_ended(const char *name);

/* 1 when declared work is under way, else 0. The main loop is not asked. */
int deskhand_idle_is_busy(void);

/*
 * Makes the main loop part of the answer. `ask` is called on the library's thread whenever somebody wants to know. It
 * must return at once, having arranged that the main loop calls deskhand_idle_ran_dry() with the same ticket when
 * everything that is in its queue by then is done. NULL removes it; when that returns, `ask` is not running and will
 * not be called again, unless it blocks for more than a second or removes itself from within.
 *
 * For GLib there is deskhand-idle-glib.h.
 */
typedef void (*deskhand_idle_ask)(uint64_t ticket, void *user);
void deskhand_idle_set_probe(deskhand_idle_ask ask, void *user);
void deskhand_idle_ran_dry(uint64_t ticket);

#ifdef __cplusplus
}

/* Work that is under way until the end of a scope. */
class deskhand_idle_task {
public:
    explicit deskhand_idle_task(const char *name) : token(deskhand_idle_task_begin(name)) {}
    ~deskhand_idle_task() { deskhand_idle_task_end(token); }

private:
    deskhand_idle_task(const deskhand_idle_task &);
    deskhand_idle_task &operator=(const deskhand_idle_task &);

    uint64_t token;
};
#endif

#endif
