#pragma once

#include <QtGlobal>

/// Lets the rest of a scope run as a user whom the file system can refuse something: not as root.
class OrdinaryUser
{
public:
    OrdinaryUser();
    ~OrdinaryUser();
    Q_DISABLE_COPY_MOVE(OrdinaryUser)

    /// False where that cannot be had.
    [[nodiscard]] bool is() const { return m_is; }

private:
    bool m_wasRoot = false;
    bool m_is = false;
};
