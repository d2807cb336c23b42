import { AccountColumn } from '#app/features/identity/sign-in/account-column.tsx'
import { otherAccountTexts } from '#app/kit/forms/other-account-texts.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { ACCOUNT_FIELD } from '#app/platform/http/account-field.ts'
import type { OtherAccount } from '#app/platform/http/other-account.ts'

/** What nobody has typed: ids, keys and the names of a form's actions. */
const isTyped = ([name, value]: OtherAccount['sent'][number]): boolean =>
  value.trim() !== '' && name !== 'intent' && name !== ACCOUNT_FIELD && !/^[\w-]{20,}$/.test(value)

/** Nobody reads a form with a file from whom nobody knows. */
const AFTER_FILE =
  'Inicia sesión en otra pestaña con la misma cuenta y vuelve a esta. Con «Atrás» llegas al formulario: elige el archivo otra vez y envíalo.'

/**
 * The answer to a form whose account is not signed in, where no script has kept the page: what was typed stands here, and the same form
 * can be sent again once its own account has signed in.
 */
export function OtherAccountPage({ refusal: { signedInAs, sent } }: { refusal: OtherAccount }) {
  const { title, reason, way, logIn } = otherAccountTexts(signedInAs)
  return (
    <main id="contenido" tabIndex={-1}>
      <title>No se guardó · Alhena</title>
      <AccountColumn title={title}>
        <Alert tone="error">{reason}</Alert>
        <p>{sent.length > 0 ? way : AFTER_FILE}</p>
        {/* Without `action` it goes to the address of the form that was refused. A file has to be selected again there. */}
        <form method="post" className="grid gap-3">
          {sent.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and nothing moves.
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          {sent.length > 0 && (
            <Button type="submit" size="lg" className="w-full">
              Enviar otra vez
            </Button>
          )}
          <ButtonLink to={logIn.to} target="_blank" rel="noreferrer" variant="secondary" size="lg">
            {logIn.label}
          </ButtonLink>
        </form>
        {sent.some(isTyped) && (
          <section aria-labelledby="sent">
            <h2 id="sent" className="text-md font-semibold">
              Lo que escribiste
            </h2>
            <ul className="mt-2 grid gap-1.5 text-md text-muted">
              {sent.filter(isTyped).map(([name, value]) => (
                <li key={`${name} ${value}`} className="wrap-anywhere whitespace-pre-wrap">
                  {value}
                </li>
              ))}
            </ul>
          </section>
        )}
      </AccountColumn>
    </main>
  )
}
