#pragma once

#include "SourceReader.h"
#include "ValueForm.h"

#include <QDialog>
#include <QTimer>

#include <array>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace greenroom {

class Banner;

/// A value as it is given to a person to edit. Made in the background: it decodes several times.
struct EditableValue
{
    /// What a value may become.
    enum class Kind {
        Anything, ///< a user's: any bytes
        State,    ///< an actor's: CBOR that rivetkit can read
    };
    static constexpr size_t Forms = 4; ///< as many as EditForms

    Kind kind = Kind::Anything;
    QByteArray bytes{};
    ValueForm form = ValueForm::Hex;
    QString text{};
    std::array<QString, Forms> problems{}; ///< why it cannot be edited in a form, by EditForms

    [[nodiscard]] static EditableValue of(const QByteArray &bytes, Kind kind);

    /// The same in another form. Fails as editText() does.
    [[nodiscard]] static Result<EditableValue> of(const QByteArray &bytes, Kind kind,
                                                  ValueForm form);
};

/// Edits one value, or a new key and its value: as JSON that keeps the special types, as text or
/// as hexadecimal digits. What is typed is checked in the background as it is typed; only what can
/// be stored is staged, and nothing that the folder does meanwhile reaches it.
class ValueEditor final : public QDialog
{
    Q_OBJECT

public:
    enum class Subject { Value, NewKey };

    /// Takes the edited value, under the whole stored key where that is a new one; its failure is
    /// shown, and the dialog stays.
    using Stage = std::function<Result<void>(const QByteArray &key, const QByteArray &value)>;

    /// What speaks against a new key; nothing where it can be. In the background.
    using CheckKey = std::function<QString(ActorSource &source, const QByteArray &key)>;

    ValueEditor(SourceReader &reader, const QString &title, const EditableValue &value,
                Subject subject, Stage stage, QWidget *parent);

    void setKeyCheck(const CheckKey &check) { m_checkKey = check; }

    void accept() override;
    void reject() override;

private:
    struct Verdict
    {
        QByteArray key;
        Result<QByteArray> value;
        QString keyProblem;
    };

    void setUp(const QString &title);
    void fill(const EditableValue &value);
    void chooseForm();
    void typed();
    void check();
    void judged(const Verdict &verdict);
    void tell();
    void markPlace(const QString &message);
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isTouched() const;
    [[nodiscard]] ValueForm form() const;

    SourceReader &m_reader;
    const Subject m_subject;
    const Stage m_stage;
    CheckKey m_checkKey;
    EditableValue m_value; // what is edited, in the chosen form
    const QByteArray m_original;
    Question m_question;
    Question m_turning;               // to another form
    QTimer m_pause;                   // until what is typed is checked
    std::optional<Verdict> m_verdict; // of what stands there now; none while it is being checked
    QString m_refusal;                // why it was not staged
    bool m_stagesOnceChecked = false;
    bool m_isFilling = false;

    QLineEdit *m_key;
    QComboBox *m_keyForm;
    QComboBox *m_form;
    QPlainTextEdit *m_edit;
    QLabel *m_size;
    Banner *m_banner;
    QPushButton *m_ok;
};

} // namespace greenroom
