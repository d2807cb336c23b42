/** Legal texts, linked from every page. */
export const LEGAL = [
  { to: '/legal/condiciones', label: 'Condiciones de compra' },
  { to: '/legal/privacidad', label: 'Privacidad' },
  { to: '/legal/cookies', label: 'Cookies y analítica' },
  { to: '/preferencias-de-privacidad', label: 'Preferencias de privacidad' },
] as const
