import Plus from 'lucide-react/icons/plus'
import type { Guide } from '#app/features/catalogue/deliverables.ts'
import { GuideBlocks } from '#app/features/catalogue/guide-blocks.tsx'
import { DownloadLink } from '#app/kit/ui/download-link.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { GUIDES_TITLE, READER_LABELS } from './guides.ts'

type GuideListProps = {
  guides: readonly Guide[]
  /** The address of a guide's file. */
  fileOf: (key: string) => string
}

/** The guides that come with a result. They fold without scripts, and the browser's search finds what is folded. */
export const GuideList = ({ guides, fileOf }: GuideListProps) => (
  <Panel
    title={GUIDES_TITLE}
    description="Para usar desde ya. Lo que se llena a mano tiene su lugar en el PDF, listo para imprimir."
  >
    <div className="border-b border-line">
      {guides.map(guide => (
        <details key={guide.key} className="group border-t border-line">
          <summary className="flex min-h-13 list-none items-center justify-between gap-6 rounded-sm py-3.5 hover:text-copper [&::-webkit-details-marker]:hidden">
            <span className="grid min-w-0 gap-0.5">
              <span className="font-medium">{guide.title}</span>
              <span className="text-sm text-muted">{READER_LABELS[guide.for]}</span>
            </span>
            <Plus
              aria-hidden="true"
              className="size-5 flex-none text-copper transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          <div className="grid gap-6 pb-6">
            <GuideBlocks blocks={guide.blocks} level={3} />
            <DownloadLink
              variant="secondary"
              className="justify-self-start"
              to={fileOf(guide.key)}
              pendingLabel="Preparando guía…"
            >
              <span>Descargar guía</span>
              <span className="sr-only">{`: ${guide.title}`}</span>
            </DownloadLink>
          </div>
        </details>
      ))}
    </div>
  </Panel>
)
