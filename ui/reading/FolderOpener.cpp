#include "FolderOpener.h"

namespace greenroom {

namespace {

FolderOpener::Opening openIn(FolderOpener::Mode mode, const SourceOpeners &openers,
                             const QString &folder)
{
    if (mode == FolderOpener::Mode::Look)
        return {openers.look(folder), std::nullopt};
    const Error cannotRun{ErrorCode::NotSupported,
                          QStringLiteral("this Greenroom can only look at folders")};
    const Result<std::shared_ptr<ActorSource>> run =
        openers.run ? openers.run(folder) : fail(cannotRun);
    if (run)
        return {run, std::nullopt};
    const Result<std::shared_ptr<ActorSource>> look = openers.look(folder);
    return {look ? look : run, run.error()};
}

} // namespace

FolderOpener::FolderOpener(SourceOpeners openers, QObject *parent)
    : QObject(parent), m_openers(std::move(openers))
{
    m_thread.setMaxThreadCount(1);
}

FolderOpener::~FolderOpener()
{
    m_thread.waitForDone();
}

void FolderOpener::open(const QString &folder, Mode mode)
{
    const quint64 attempt = ++m_attempt;
    m_underWay = folder;
    m_thread.start([this, attempt, folder, mode] {
        const Opening opening = openIn(mode, m_openers, folder);
        QMetaObject::invokeMethod(this, [this, attempt, opening] {
            if (attempt != m_attempt)
                return;
            m_underWay.clear();
            Q_EMIT opened(opening);
        });
    });
}

} // namespace greenroom
