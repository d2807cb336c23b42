/** The log-in, also for somebody who is signed in. */
export const LOG_IN_AS_OTHER = '/auth?otra-cuenta=1'

/** Why a form of another account is refused, and what to do. @param email of the account that is signed in now. */
export const otherAccountTexts = (email: string) => ({
  title: 'No se guardó: cambiaste de cuenta',
  reason: `Iniciaste sesión como ${email} en otra pestaña, y este formulario se abrió con otra cuenta. No guardamos nada y lo que escribiste sigue aquí.`,
  way: 'Para guardarlo, inicia sesión en otra pestaña con la cuenta con que lo abriste, vuelve a esta y envíalo otra vez.',
})
