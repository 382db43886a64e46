/* libvips: every function that Swift cannot call (variadics) is wrapped here. */
#pragma once
#include <vips/vips.h>
