#include "TableContent.h"

#include "DatabaseView.h"
#include "KvSelect.h"
#include "Outcome.h"

using namespace greenroom;

QString contentOf(const QString &databaseFile)
{
    QString content;
    const Result<void> read =
        readDatabase(databaseFile, [&](const SqlConnection &database) -> Result<void> {
            content.clear();
            const Result<KvPage> page = selectPage(database, {});
            if (!page)
                return fail(page.error());
            for (const KvRow &row : page->rows)
                content += QString::fromUtf8(row.value) + u' ';
            return {};
        });
    return read ? content : outcomeOf(read);
}
