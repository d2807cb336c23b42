/** Why nobody can get in with a browser that keeps no cookies, and what to do. */
export const COOKIES_BLOCKED = {
  title: 'Tu navegador bloquea las cookies',
  text: 'Sin ellas la tienda no puede recordar que entraste y volverías a esta pantalla. Permite las cookies de este sitio en la configuración del navegador, recarga la página e inténtalo otra vez.',
} as const
