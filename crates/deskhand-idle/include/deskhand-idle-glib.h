/*
 * deskhand-idle for programs with a GLib main loop, such as those of GTK:
 *
 *     deskhand_idle_install();
 *     deskhand_idle_glib_attach(NULL);
 *
 * From then on the application is idle only when its main loop has run dry: everything that was ready, and every idle
 * callback of the usual priorities, has been dispatched. Timeouts that are not due and threads are not seen by that;
 * declare them.
 *
 * In a header of its own, so that the library does not need GLib: compile with `pkg-config --cflags glib-2.0`.
 */
#ifndef DESKHAND_IDLE_GLIB_H
#define DESKHAND_IDLE_GLIB_H

#include <glib.h>

#include "deskhand-idle.h"

/* A question on its way through the main loop. */
typedef struct {
    uint64_t ticket;
    int turns;
} deskhand_idle_glib_question;

/*
 * Called by the main loop when nothing of a higher priority is ready. The first time others of this low priority may
 * have been dispatched in the same turn and may have left something to do; the second time that is done as well.
 */
static inline gboolean deskhand_idle_glib_turn(gpointer data)
{
    deskhand_idle_glib_question *question = (deskhand_idle_glib_question *)data;
    question->turns++;
    if (question->turns < 2)
        return G_SOURCE_CONTINUE;
    deskhand_idle_ran_dry(question->ticket);
    return G_SOURCE_REMOVE;
}

static inline void deskhand_idle_glib_ask(uint64_t ticket, void *context)
{
    deskhand_idle_glib_question *question = g_new0(deskhand_idle_glib_question, 1);
    GSource *source = g_idle_source_new();

    question->ticket = ticket;
    g_source_set_priority(source, G_PRIORITY_LOW);
    g_source_set_callback(source, deskhand_idle_glib_turn, question, g_free);
    g_source_attach(source, (GMainContext *)context);
    g_source_unref(source);
}

/* Asks this main loop from now on, NULL being the default one. The context must live until the end, or the detaching. */
static inline void deskhand_idle_glib_attach(GMainContext *context)
{
    deskhand_idle_set_probe(deskhand_idle_glib_ask, context);
}

/* Asks it no more. */
static inline void deskhand_idle_glib_detach(void)
{
    deskhand_idle_set_probe(NULL, NULL);
}

#endif
