#pragma once

class QTableView;

namespace greenroom {

/// Gives a table the look and manners that all of ours share: whole rows selected, fixed row
/// height (nothing is measured, so a hundred thousand rows cost nothing), columns that can be
/// moved, resized and, by the header's context menu, hidden.
void dressTable(QTableView &table);

} // namespace greenroom
