import Download from 'lucide-react/icons/download'
import { materialName } from '#app/features/catalogue/material-names.ts'
import { fileText, type ListedMaterial, materialPath } from '#app/features/workshops/materials.ts'
import { Panel } from '#app/kit/ui/panel.tsx'

type MaterialsPanelProps = { accessId: string; files: readonly ListedMaterial[] }

/** The files of a workshop, which stay with its participants: documents to read and sheets to fill in. */
export const MaterialsPanel = ({ accessId, files }: MaterialsPanelProps) => (
  <Panel title="Materiales" description="Descárgalos mientras tu acceso esté vigente: son tuyos para seguir usándolos.">
    <ul className="border-b border-line">
      {files.map(file => (
        <li key={file.key} className="border-t border-line">
          {/* A download, not a page of the application. */}
          <a
            href={materialPath(accessId, file.key)}
            download
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 rounded-sm py-3 hover:text-copper"
          >
            <span className="font-medium">{materialName(file)}</span>
            <Download aria-hidden="true" className="row-span-2 size-4 text-copper" />
            <span className="text-sm text-muted tabular-nums">{fileText(file)}</span>
          </a>
        </li>
      ))}
    </ul>
  </Panel>
)
