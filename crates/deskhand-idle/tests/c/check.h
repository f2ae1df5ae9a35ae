/* What the test programs share: a check that ends the program, and one who asks its socket. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <deskhand-idle.h>

#define CHECK(what)                                                                                                    \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what);                                         \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Sends a question to our own socket and returns the connection. */
static int ask(int wait_ms)
{
    struct sockaddr_un address;
    char question[100];
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);

    memset(&address, 0, sizeof address);
    address.sun_family = AF_UNIX;
    CHECK(deskhand_idle_socket(address.sun_path, sizeof address.sun_path) > 0);
    CHECK(connect(connection, (struct sockaddr *)&address, sizeof address) == 0);
    snprintf(question, sizeof question, "{\"deskhand_idle\":1,\"wait_ms\":%d}\n", wait_ms);
    CHECK(write(connection, question, strlen(question)) == (ssize_t)strlen(question));
    return connection;
}

/* Waits for the answer to a question. */
static const char *answer(int connection)
{
    static char line[65536];
    size_t length = 0;
    ssize_t got;

    while ((got = read(connection, line + length, sizeof line - 1 - length)) > 0)
        length += (size_t)got;
    line[length] = 0;
    close(connection);
    return line;
}

#define IDLE "{\"deskhand_idle\":1,\"idle\":true}\n"

#endif
