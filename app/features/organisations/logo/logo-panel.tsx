import type { Membership } from '#app/features/organisations/organisations.ts'
import { useFocusOnError } from '#app/kit/forms/focus.ts'
import { Hidden, PostButton } from '#app/kit/forms/post-button.tsx'
import { UploadForm } from '#app/kit/forms/upload-form.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { MAX_LOGO_BYTES } from '#app/platform/pictures/logo-limits.ts'
import type { Logo } from './logo.ts'
import { LogoPlate } from './logo-plate.tsx'
import { LOGO_TOO_LARGE } from './logo-texts.ts'

type LogoPanelProps = {
  organisation: Membership
  logo: Logo | undefined
  answer: { errors: Readonly<Record<string, string>> } | undefined
}

/** The logo of an organisation. Who coordinates changes it; who only sees results sees it, where there is one. */
export function LogoPanel({ organisation: { id, name, role }, logo, answer }: LogoPanelProps) {
  const ref = useFocusOnError(answer?.errors)
  const changes = role !== 'results'
  if (!changes && !logo) return null
  return (
    <Panel
      title="Logo"
      description="Aparece en la página para el directorio, los informes y la presentación de las compras de la organización."
    >
      <div className="grid max-w-xl gap-5">
        {logo && (
          <div className="flex flex-wrap items-center gap-4">
            <LogoPlate logo={logo} name={name} />
            {changes && (
              <PostButton intent="remove-logo" values={{ organisation: id }} variant="link" size="sm">
                Quitar<span className="sr-only"> el logo</span>
              </PostButton>
            )}
          </div>
        )}
        {changes && (
          <UploadForm
            key={logo?.hash}
            formRef={ref}
            intent="logo"
            before={<Hidden values={{ organisation: id }} />}
            file={{
              label: logo ? 'Otra imagen' : 'Imagen',
              hint: 'PNG, JPG o WebP de hasta 2 MB. Mejor con fondo transparente: se ve sobre blanco.',
              accept: 'image/png,image/jpeg,image/webp',
              maxBytes: MAX_LOGO_BYTES,
              tooLarge: LOGO_TOO_LARGE,
              error: answer?.errors.file,
            }}
            submit={logo ? 'Cambiar logo' : 'Subir logo'}
            pendingLabel="Subiendo…"
            variant="secondary"
          />
        )}
      </div>
    </Panel>
  )
}
