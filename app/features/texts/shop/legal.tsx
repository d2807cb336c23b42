import { data, Link } from 'react-router'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'
import { Prose } from '#app/kit/ui/prose.tsx'
import { MISSING_TITLE, MissingPage } from '#app/layouts/shop/missing-page.tsx'
import { textHead } from '#app/layouts/shop/page-heads.server.ts'
import { PAGE_WIDTH } from '#app/layouts/shop/page-width.ts'
import { PUBLIC_CACHE } from '#app/layouts/shop/public-cache.ts'
import { pageHeadContext } from '#app/platform/http/page-head.server.ts'
import { findLegalVersion } from '#app/platform/legal/legal.server.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { legalKeyOf } from '#app/platform/legal/legal-pages.ts'
import type { LegalKey } from '#app/platform/legal/legal-schema.ts'
import { readsOf, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/legal'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.title} · Alhena` : MISSING_TITLE },
]

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function loader({ params, context }: Route.LoaderArgs) {
  const key = legalKeyOf(params.document)
  if (!key) return data(undefined, { status: 404 })
  if (params.version !== undefined) return earlierVersion(context, key, params.version)
  const document = { ...legalDocument(key), replacedBy: undefined }
  const { appUrl } = servicesOf(context).settings
  const path = `/legal/${params.document}`
  context.set(
    pageHeadContext,
    textHead(appUrl, { title: document.title, description: document.summary.slice(0, 2).join(' '), path }),
  )
  return data(document, { headers: PUBLIC_CACHE })
}

/** An earlier accepted or shown version. */
async function earlierVersion(context: Route.LoaderArgs['context'], key: LegalKey, version: string) {
  const number = /^[1-9]\d{0,5}$/.test(version) ? Number(version) : undefined
  const document = number === undefined ? undefined : await findLegalVersion(readsOf(context), key, number)
  if (!document) return data(undefined, { status: 404 })
  const newest = legalDocument(key).version
  return data({ ...document, replacedBy: newest === document.version ? undefined : newest })
}

export default function Legal({ loaderData, params }: Route.ComponentProps) {
  if (!loaderData) return <MissingPage />
  const { title, updated, templateNotice, summary, sections, version, replacedBy } = loaderData
  return (
    <article className={`${PAGE_WIDTH} pt-6`}>
      <Breadcrumbs items={[{ label: 'Inicio', to: '/' }, { label: title }]} />
      <header className="max-w-2xl pt-8 pb-8">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 text-md text-muted">{`Última actualización: ${updated} · Versión ${version}`}</p>
      </header>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          {replacedBy !== undefined && (
            <Alert className="mb-6">
              Esta versión ya no está vigente.{' '}
              <Link to={`/legal/${params.document}`} className="font-medium underline underline-offset-4">
                {`Leer la versión ${replacedBy}`}
              </Link>
            </Alert>
          )}
          {templateNotice !== undefined && (
            <Alert tone="warning" className="mb-6">
              {templateNotice}
            </Alert>
          )}
          <section aria-labelledby="en-breve" className="mb-10 rounded-lg border border-line bg-surface p-6">
            <h2 id="en-breve" className="text-lg">
              En breve
            </h2>
            <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-copper">
              {summary.map(sentence => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            {params.document === 'privacidad' && (
              <ButtonLink to="/mis-datos" variant="secondary" className="mt-5">
                Ver, corregir o borrar mis datos
              </ButtonLink>
            )}
          </section>
          <Prose>
            {sections.flatMap((section, index) => [
              <h2 key={section.heading} id={`s${index + 1}`}>
                {section.heading}
              </h2>,
              ...section.body.map(paragraph => <p key={`${section.heading} ${paragraph}`}>{paragraph}</p>),
            ])}
          </Prose>
        </div>
        <nav aria-label="Contenido" className="max-lg:hidden lg:sticky lg:top-24 print:hidden">
          <p className="text-md font-semibold">Contenido</p>
          <ol className="mt-2 border-l border-line text-md text-muted">
            {sections.map((section, index) => (
              <li key={section.heading}>
                <a
                  href={`#s${index + 1}`}
                  className="-ml-px block border-l border-transparent py-1.5 pl-4 hover:border-copper hover:text-copper"
                >
                  {section.heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </article>
  )
}
