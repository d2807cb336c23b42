import { data } from 'react-router'
import { dayText, lengthText } from '#app/features/workshops/certificate-document.ts'
import { verifyCode } from '#app/features/workshops/workshops.server.ts'
import { readCertificateCode } from '#app/features/workshops/workshops.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Fact, Facts } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { readAs, VISITOR } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/certificate'

export const meta: Route.MetaFunction = () => [{ title: 'Verificar certificado · Alhena' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const code = readCertificateCode(params.code)
  const found = code && (await readAs(servicesOf(context).db, VISITOR, tx => verifyCode(tx, code)))
  if (!found) return data({ found: undefined }, 404)
  const { full_name: name, workshop, held_on, minutes } = found
  return data({
    found: { code, name, workshop, day: dayText(held_on), length: minutes === null ? null : lengthText(minutes) },
  })
}

/** Confirms a certificate to anybody with its code: name, workshop, date and hours only. */
export default function CertificatePage({ loaderData: { found } }: Route.ComponentProps) {
  return (
    <div className={`${PAGE_WIDTH} py-10`}>
      <div className="mx-auto max-w-2xl">
        <PageHeading title="Verificar certificado" />
        {found ? (
          <>
            <Alert tone="success" title="El certificado es válido" className="mb-6">
              Alhena confirma esta participación.
            </Alert>
            <Panel>
              <Facts>
                <Fact label="Nombre">{found.name}</Fact>
                <Fact label="Taller">{found.workshop}</Fact>
                <Fact label="Fecha">{found.day}</Fact>
                {found.length !== null && <Fact label="Duración">{found.length}</Fact>}
                <Fact label="Código">
                  <span className="font-mono">{found.code}</span>
                </Fact>
              </Facts>
            </Panel>
          </>
        ) : (
          <Alert tone="warning" title="No hay un certificado con ese código">
            Revisa que la dirección esté completa, como aparece en el certificado.
          </Alert>
        )}
      </div>
    </div>
  )
}
