#pragma once

#include "ActorSearch.h"
#include "EntryTable.h"
#include "SourceReader.h"

#include <QDockWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace greenroom {

class Banner;
class Clock;
class EntryList;

/// Looks for actors across the folder: by name, key, id, status, alarm, keys, and by what stands in
/// their state. What is found is listed as it is found; a search can be stopped.
class SearchDock final : public QDockWidget
{
    Q_OBJECT

public:
    /// More are counted, and not listed.
    static constexpr qsizetype MostListed = 5000;

    explicit SearchDock(std::shared_ptr<const Clock> clock, QWidget *parent = nullptr);

    /// Searches the folder that @p reader reads, or none; what was found in another is forgotten.
    void setReader(SourceReader *reader);

    /// Shows the dock and puts the cursor into its field.
    void ask();

    [[nodiscard]] QLineEdit *field() const { return m_field; }
    [[nodiscard]] EntryList *results() const { return m_list; }
    [[nodiscard]] QString status() const;

Q_SIGNALS:
    /// The user wants to see what was found: an actor, and where in it, if anywhere.
    void hitChosen(const QString &fileName, const QByteArray &kvKey, const QString &path);

    void searchEnded();

private:
    struct Place
    {
        QString fileName;
        QByteArray kvKey;
        QString path;
    };

    void start();
    void stop();
    void add(const QList<SearchHit> &hits);
    void showProgress(const SearchProgress &progress);
    void end(const Result<SearchProgress> &end);
    void setSearching(const QString &status);
    void rowChosen();

    SourceReader *m_reader = nullptr;
    Question m_question;
    bool m_isSearching = false;
    EntryTable m_hits;
    QList<Place> m_places; // of m_hits' rows

    QLineEdit *m_field;
    QToolButton *m_stop;
    QLabel *m_status;
    Banner *m_problem;
    EntryList *m_list;
};

} // namespace greenroom
