/**
 * From one type to another: conversion, unification, equality across types, and why it can't be.
 */
@NullMarked
package io.sluice.language.value.convert;

import org.jspecify.annotations.NullMarked;
