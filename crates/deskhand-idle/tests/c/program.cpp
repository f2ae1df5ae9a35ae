// The header in C++, with work that ends with a scope.
#include "check.h"

int main()
{
    CHECK(deskhand_idle_install() == 0);
    {
        deskhand_idle_task task("save");
        CHECK(strstr(answer(ask(0)), "\"name\":\"save\"") != NULL);
    }
    CHECK(strcmp(answer(ask(0)), IDLE) == 0);
    deskhand_idle_uninstall();
    puts("all is well");
    return 0;
}
