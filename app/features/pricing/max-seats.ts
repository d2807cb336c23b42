/**
 * Maximum number of seats per line (specification 1, section 9). Without the prices, because the cart of every page needs
 * nothing else of them.
 */
export const MAX_SEATS = 1000
