import { HomePage } from './home/HomePage'
import { route } from './state/route'
import { TablePage } from './table/TablePage'
import { LiveRegions } from './ui/LiveRegions'
import { Toast } from './ui/Toast'

export function App() {
  const at = route.value
  return (
    <>
      {at.page === 'home' ? <HomePage /> : <TablePage key={at.id} id={at.id} replayAt={at.replay} film={at.film} />}
      <Toast />
      <LiveRegions />
    </>
  )
}
