#pragma once

#include "Outline.h"

#include <functional>

/// Calls @p each with every node but keys, parents first.
void forEachNode(const greenroom::Outline &outline,
                 const std::function<void(greenroom::NodeId)> &each);

/// What is wrong with an outline, empty if nothing: a node outside its parent's bytes, children out
/// of order or with another parent, a byte that finds no node that has it.
[[nodiscard]] QString oddityOf(const greenroom::Outline &outline);

/// Ends the program, saying what is wrong, if anything is.
void requireSound(const greenroom::Outline &outline);
