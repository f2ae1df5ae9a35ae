/* Tells its socket and returns from main; a child that ends before takes nothing with it. */
#include <sys/wait.h>

#include "check.h"

int main(void)
{
    char socket[200];
    pid_t child;
    int status;

    CHECK(deskhand_idle_install() == 0);
    CHECK(deskhand_idle_socket(socket, sizeof socket) > 0);
    child = fork();
    CHECK(child >= 0);
    if (child == 0)
        exit(0);
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    CHECK(strcmp(answer(ask(0)), IDLE) == 0);
    printf("%s\n", socket);
    return 0;
}
