#include "OrdinaryUser.h"

#ifdef Q_OS_UNIX
#    include <unistd.h>

namespace {

constexpr uid_t Nobody = 65534;

} // namespace

OrdinaryUser::OrdinaryUser() : m_wasRoot(::geteuid() == 0)
{
    m_is = !m_wasRoot || ::seteuid(Nobody) == 0;
}

OrdinaryUser::~OrdinaryUser()
{
    if (m_wasRoot && ::seteuid(0) != 0)
        qFatal("cannot become root again");
}

#else

OrdinaryUser::OrdinaryUser() = default;
OrdinaryUser::~OrdinaryUser() = default;

#endif
