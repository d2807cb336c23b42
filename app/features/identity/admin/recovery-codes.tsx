import { useEffect, useRef } from 'react'
import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { CopyButton } from '#app/kit/ui/copy-button.tsx'

/** The recovery codes, which are shown once. They take the focus, so that they are not overlooked. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other codes are another message.
  useEffect(() => box.current?.focus(), [codes])
  const text = codes.join('\n')
  const file = `Códigos de recuperación de Alhena. Cada uno sirve una vez.\n\n${text}\n`
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Alert
        tone="warning"
        title="Guarda tus códigos de recuperación: no se vuelven a mostrar"
        actions={
          <>
            <CopyButton text={text} label="Copiar códigos" />
            <ButtonLink
              to={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
              download="codigos-de-recuperacion-alhena.txt"
              variant="secondary"
            >
              Descargar
            </ButtonLink>
          </>
        }
      >
        <ul aria-label="Códigos de recuperación" className="my-3 grid gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        Cada uno sirve una vez, si no tienes a mano tu teléfono ni tu llave.
      </Alert>
    </div>
  )
}
