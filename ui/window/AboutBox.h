#pragma once

#include "AboutFacts.h"

#include <QDialog>

namespace greenroom {

/// What this program is: its version and licence, what it is built of and under which terms, and
/// where it keeps what belongs to the user.
class AboutBox final : public QDialog
{
    Q_OBJECT

public:
    explicit AboutBox(const AboutFacts &facts, QWidget *parent = nullptr);

private:
    [[nodiscard]] QWidget *makeHead(const AboutFacts &facts);
    [[nodiscard]] QWidget *makeFactsPage(const AboutFacts &facts);
    [[nodiscard]] QWidget *makeLicencesPage(const AboutFacts &facts);
};

/// Opens the box over @p parent and returns.
void showAboutBox(const AboutFacts &facts, QWidget *parent);

} // namespace greenroom
