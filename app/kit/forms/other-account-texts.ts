/** Why a form is refused whose account is not signed in, and what to do. @param email of the account that is signed in now; null: none */
export const otherAccountTexts = (email: string | null) => (email === null ? SESSION_ENDED : otherAccount(email))

const SESSION_ENDED = {
  title: 'No se guardó: tu sesión terminó',
  reason: 'La sesión de la cuenta con que abriste este formulario venció o se cerró. No guardamos nada.',
  way: 'Lo que escribiste sigue aquí. Para guardarlo, inicia sesión en otra pestaña con la misma cuenta, vuelve a esta y envíalo otra vez.',
  logIn: { to: '/auth', label: 'Iniciar sesión' },
  discard: 'Descartarlo e iniciar sesión aquí',
}

const otherAccount = (email: string) => ({
  title: 'No se guardó: cambiaste de cuenta',
  reason: `Iniciaste sesión como ${email} en otra pestaña, y este formulario se abrió con otra cuenta. No guardamos nada.`,
  way: 'Lo que escribiste sigue aquí. Para guardarlo, inicia sesión en otra pestaña con la cuenta con que lo abriste, vuelve a esta y envíalo otra vez.',
  // The log-in, also for somebody who is signed in.
  logIn: { to: '/auth?otra-cuenta=1', label: 'Iniciar sesión con la otra cuenta' },
  discard: 'Descartarlo y seguir con esa cuenta',
})
