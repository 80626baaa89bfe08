#include "PathTurn.h"

#include <QMutex>
#include <QSet>
#include <QWaitCondition>

namespace greenroom {

namespace {

struct Turns
{
    QMutex mutex; // guards taken
    QWaitCondition freed;
    QSet<QString> taken;
};

Turns &turns()
{
    static Turns turns;
    return turns;
}

} // namespace

PathTurn::PathTurn(QString path) : m_path(std::move(path))
{
    Turns &all = turns();
    const QMutexLocker lock(&all.mutex);
    while (all.taken.contains(m_path))
        all.freed.wait(&all.mutex);
    all.taken.insert(m_path);
}

PathTurn::~PathTurn()
{
    Turns &all = turns();
    const QMutexLocker lock(&all.mutex);
    all.taken.remove(m_path);
    all.freed.wakeAll();
}

} // namespace greenroom
