/*
 * A GLib main loop with work in its queue that nobody declared: the answer must come after all of it, also after what
 * low callbacks leave behind, and after declared work that ends on another thread and queues its result.
 */
#include "check.h"

#include <deskhand-idle-glib.h>

static GMainLoop *loop;
static int steps;
static int steps_at_answer = -1;

static gboolean low_step(gpointer unused)
{
    (void)unused;
    steps++;
    return G_SOURCE_REMOVE;
}

static gboolean step(gpointer left)
{
    steps++;
    if (GPOINTER_TO_INT(left) > 0)
        g_idle_add(step, GINT_TO_POINTER(GPOINTER_TO_INT(left) - 1));
    else
        g_idle_add_full(G_PRIORITY_LOW, low_step, NULL, NULL);
    return G_SOURCE_REMOVE;
}

static gpointer work(gpointer task)
{
    g_idle_add(step, GINT_TO_POINTER(3));
    deskhand_idle_task_end((uint64_t)(gsize)task);
    return NULL;
}

/* Asks from another thread, as a test would, and notes how far the main loop was. */
static gpointer asker(gpointer unused)
{
    (void)unused;
    CHECK(strcmp(answer(ask(30000)), IDLE) == 0);
    steps_at_answer = g_atomic_int_get(&steps);
    g_main_loop_quit(loop);
    return NULL;
}

int main(void)
{
    GThread *worker, *asking;

    loop = g_main_loop_new(NULL, FALSE);
    CHECK(deskhand_idle_install() == 0);
    deskhand_idle_glib_attach(NULL);
    g_idle_add(step, GINT_TO_POINTER(10));
    worker = g_thread_new("worker", work, (gpointer)(gsize)deskhand_idle_task_begin("work"));
    asking = g_thread_new("asker", asker, NULL);
    g_main_loop_run(loop);
    g_thread_join(asking);
    g_thread_join(worker);
    CHECK(steps_at_answer == 12 + 5);
    deskhand_idle_glib_detach();
    CHECK(strcmp(answer(ask(0)), IDLE) == 0);
    g_main_loop_unref(loop);
    puts("all is well");
    return 0;
}
