#include "Moment.h"

#include <QDateTime>
#include <QRegularExpression>

namespace greenroom {

namespace {

std::optional<qint64> unitMs(const QString &unit)
{
    const std::pair<const char *, qint64> units[] = {
        {"ms", 1}, {"s", 1000}, {"min", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}};
    for (const auto &[name, ms] : units) {
        if (unit == QLatin1String(name))
            return ms;
    }
    return std::nullopt;
}

std::optional<Timestamp> spanFrom(const QString &text, Timestamp now)
{
    static const QRegularExpression form(QStringLiteral("^\\+([0-9]+)([a-z]+)$"));
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    bool isNumber = false;
    const qint64 count = match.captured(1).toLongLong(&isNumber);
    const std::optional<qint64> unit = unitMs(match.captured(2));
    if (!isNumber || !unit || count > std::numeric_limits<qint64>::max() / *unit)
        return std::nullopt;
    return now + std::chrono::milliseconds(count * *unit);
}

std::optional<Timestamp> dateIn(QString text)
{
    if (text.size() > 10 && text[10] == u' ')
        text[10] = u'T'; // as this program prints it
    const QDateTime date = QDateTime::fromString(text, Qt::ISODateWithMs);
    if (!date.isValid() || date.toMSecsSinceEpoch() < 0)
        return std::nullopt;
    return Timestamp{quint64(date.toMSecsSinceEpoch())};
}

} // namespace

Result<Timestamp> momentOf(const QString &text, Timestamp now)
{
    static const QRegularExpression digits(QStringLiteral("^[0-9]+$"));
    std::optional<Timestamp> moment;
    if (digits.match(text).hasMatch()) {
        bool isNumber = false;
        const quint64 ms = text.toULongLong(&isNumber);
        if (isNumber)
            moment = Timestamp{ms};
    } else if (text.startsWith(u'+')) {
        moment = spanFrom(text, now);
    } else {
        moment = dateIn(text);
    }
    if (moment)
        return *moment;
    return fail(ErrorCode::NotSupported,
                QStringLiteral("\"%1\" is no time; %2").arg(text, momentForms()));
}

QString momentForms()
{
    return QStringLiteral("WHEN is a span from now (+500ms, +5s, +3min, +2h, +1d), a date and time "
                          "(2026-12-24T18:00:00, local, or with a zone as Z or +01:00), or "
                          "milliseconds since 1970");
}

} // namespace greenroom
