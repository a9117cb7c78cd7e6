/**
 * From one type to another: conversion, unification, equality across types, and why a conversion is
 * impossible. Must not know where values come from.
 */
@NullMarked
package io.sluice.language.value.convert;

import org.jspecify.annotations.NullMarked;
