/* libqrencode: the squares of a QR code. */
#pragma once
#include <qrencode.h>
