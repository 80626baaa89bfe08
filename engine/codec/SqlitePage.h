#pragma once

#include "Outline.h"

namespace greenroom {

/// Where a page stands in its database file: the first one begins with the file's header.
enum class SqlitePlace { FirstPage, LaterPage };

/// Decodes a page of an SQLite database that is part of a b-tree (sqlite.org/fileformat2.html, §1.3
/// and §1.6): header, cell pointers and the cells, in the order of their bytes, with the columns of
/// records that lie wholly on the page. What does not fit together ends as a failure; pages of
/// other uses (overflow, free) are not decoded and said not to be.
[[nodiscard]] Outline outlineOfSqlitePage(const QByteArray &page, SqlitePlace place);

/// Whether its first bytes are those of a page that outlineOfSqlitePage() decodes.
[[nodiscard]] bool isTreePage(QByteArrayView page, SqlitePlace place);

/// Whether these bytes begin as an SQLite database file does.
[[nodiscard]] bool isSqliteFile(QByteArrayView bytes);

} // namespace greenroom
