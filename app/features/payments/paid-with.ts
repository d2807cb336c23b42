const CARD_TYPES: Readonly<Record<string, string>> = { VD: 'Débito', VP: 'Prepago' }

/** How a receipt says that an order was paid: `Débito, tarjeta terminada en 6623`. Takes what the gateway told of the card. */
export function paidWith(card: {
  paymentTypeCode?: string | null | undefined
  cardLast4?: string | null | undefined
}): string {
  const kind = CARD_TYPES[card.paymentTypeCode ?? ''] ?? 'Crédito'
  return card.cardLast4 ? `${kind}, tarjeta terminada en ${card.cardLast4}` : kind
}
