#pragma once

#include "SourceReader.h"

#include <QHash>
#include <QStringList>

namespace greenroom {

/// Counts the key-values of many actors in the background: those on the screen first, and an
/// actor again only once its files have changed.
class TotalsCounter final : public QObject
{
    Q_OBJECT

public:
    explicit TotalsCounter(SourceReader &reader, QObject *parent = nullptr);

    /// Looks at these actors anew, replacing what was still to be looked at.
    void look(const QStringList &fileNames);

    /// Counts all of them anew at the next look.
    void forget() { m_stamps.clear(); }

    /// Puts these before the others.
    void prefer(const QStringList &fileNames);

Q_SIGNALS:
    void counted(const QString &fileName, const Result<KvTotals> &totals);

private:
    void lookAtNext();
    [[nodiscard]] QStringList takeNext();

    SourceReader &m_reader;
    QStringList m_pending; // the next one last
    QStringList m_preferred;
    QHash<QString, QByteArray> m_stamps; // of what was counted
    Question m_question;
    bool m_asking = false;
};

} // namespace greenroom
