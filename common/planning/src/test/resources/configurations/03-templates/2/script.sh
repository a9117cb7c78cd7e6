#!/bin/sh
echo "${HOME} ${USER.name} $${x}"
