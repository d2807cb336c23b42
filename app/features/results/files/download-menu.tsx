import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import { atRound } from '#app/features/results/rounds/rounds.ts'
import { DownloadLink, useDownload } from '#app/ui/download-link.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

const PREPARING = 'Preparando datos…'

/** The downloads of an item: the data and the report. @param round of a confidential item. */
export function DownloadMenu({ itemId, round }: { itemId: string; round: number | null }) {
  const { pending, download } = useDownload()
  const address = `/account/items/${itemId}`
  return (
    <>
      <Menu
        variant="secondary"
        trigger={
          pending ? (
            <>
              <Spinner />
              <span>{PREPARING}</span>
            </>
          ) : (
            'Descargar datos'
          )
        }
      >
        <MenuLink to={atRound(`${address}/data/xlsx`, round)} reloadDocument onClick={download}>
          <FileSpreadsheet aria-hidden="true" />
          Excel (XLSX)
        </MenuLink>
        <MenuLink to={atRound(`${address}/data/csv`, round)} reloadDocument onClick={download}>
          <FileText aria-hidden="true" />
          CSV
        </MenuLink>
      </Menu>
      <span role="status" className="sr-only">
        {pending ? PREPARING : ''}
      </span>
      <DownloadLink variant="secondary" to={atRound(`${address}/report`, round)} pendingLabel="Preparando informe…">
        Descargar informe
      </DownloadLink>
    </>
  )
}
