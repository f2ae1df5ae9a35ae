/* Uses every function of the C interface, also in ways that it is not meant for. */
#include <pthread.h>

#include "check.h"

static uint64_t last_ticket;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;

static void on_ask(uint64_t ticket, void *user)
{
    CHECK(user == &last_ticket);
    pthread_mutex_lock(&lock);
    last_ticket = ticket;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&lock);
}

static void *many_tasks(void *unused)
{
    int turn;

    (void)unused;
    for (turn = 0; turn < 1000; turn++) {
        uint64_t task = deskhand_idle_task_begin("thread");
        deskhand_idle_task_end(task);
        deskhand_idle_task_end(task);
    }
    return NULL;
}

static void declares_work(void)
{
    int waiting;
    uint64_t task = deskhand_idle_task_begin("save");

    deskhand_idle_busy();
    deskhand_idle_timer_started("blink");
    deskhand_idle_request_began("mail");
    CHECK(deskhand_idle_is_busy() == 1);
    CHECK(strstr(answer(ask(0)), "{\"kind\":\"task\",\"name\":\"save\",\"count\":1,") != NULL);
    waiting = ask(30000);
    deskhand_idle_request_ended("mail");
    deskhand_idle_timer_fired("blink");
    deskhand_idle_idle();
    CHECK(strstr(answer(ask(0)), "\"idle\":false") != NULL);
    deskhand_idle_task_end(task);
    CHECK(deskhand_idle_is_busy() == 0);
    CHECK(strcmp(answer(waiting), IDLE) == 0);
}

static void asks_its_main_loop(void)
{
    int waiting;

    deskhand_idle_set_probe(on_ask, &last_ticket);
    waiting = ask(30000);
    pthread_mutex_lock(&lock);
    while (last_ticket == 0)
        pthread_cond_wait(&asked, &lock);
    pthread_mutex_unlock(&lock);
    CHECK(strstr(answer(ask(0)), "\"kind\":\"main-loop\"") != NULL);
    deskhand_idle_ran_dry(last_ticket);
    CHECK(strcmp(answer(waiting), IDLE) == 0);
    deskhand_idle_set_probe(NULL, NULL);
    CHECK(strcmp(answer(ask(0)), IDLE) == 0);
}

static void misuses_everything(void)
{
    static char huge[1000000];
    pthread_t threads[4];
    size_t index;

    memset(huge, 0xff, sizeof huge - 1);
    deskhand_idle_idle();
    deskhand_idle_task_end(0);
    deskhand_idle_task_end(UINT64_MAX);
    deskhand_idle_timer_fired("never started");
    deskhand_idle_request_ended(NULL);
    deskhand_idle_ran_dry(UINT64_MAX);
    deskhand_idle_timer_started(huge);
    deskhand_idle_timer_started(NULL);
    CHECK(strstr(answer(ask(0)), "\"kind\":\"timer\"") != NULL);
    deskhand_idle_timer_fired(huge);
    deskhand_idle_timer_fired(NULL);
    CHECK(deskhand_idle_is_busy() == 0);
    for (index = 0; index < 4; index++)
        CHECK(pthread_create(&threads[index], NULL, many_tasks, NULL) == 0);
    for (index = 0; index < 4; index++)
        pthread_join(threads[index], NULL);
    CHECK(strcmp(answer(ask(0)), IDLE) == 0);
}

int main(void)
{
    char path[4096], cut[5];
    size_t length;

    CHECK(deskhand_idle_socket(path, sizeof path) == 0 && path[0] == 0);
    CHECK(deskhand_idle_install() == 0);
    CHECK(deskhand_idle_install() == 0);
    length = deskhand_idle_socket(path, sizeof path);
    CHECK(length == strlen(path) && access(path, F_OK) == 0);
    CHECK(deskhand_idle_socket(NULL, 0) == length);
    CHECK(deskhand_idle_socket(cut, sizeof cut) == length && strlen(cut) == 4);

    declares_work();
    asks_its_main_loop();
    misuses_everything();

    deskhand_idle_uninstall();
    deskhand_idle_uninstall();
    CHECK(access(path, F_OK) != 0);
    puts("all is well");
    return 0;
}
