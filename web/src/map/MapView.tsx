/** The map: the server's picture below, everything that changes above it, one camera for both. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { PieceIcon } from '../pieces/PieceIcon'
import { useDesk } from '../state/desk'
import { ArrowLayer } from './ArrowLayer'
import { Camera } from './camera'
import { LineLayer } from './LineLayer'
import { MapPicture } from './MapPicture'
import { PieceLayer } from './PieceLayer'
import { FarNames, PlaceLayer, PlaceMarkLayer } from './PlaceLayer'
import { Pointer } from './pointer'
import { SeasonLayer } from './SeasonLayer'
import { RangeLayer, SupplyLayer } from './SupplyLayer'
import { PathLayer, PointerLayer, TargetLayer } from './TargetLayer'

function Ghost() {
  const { table, hand } = useDesk()
  const piece = hand.selectedPiece
  return piece ? <PieceIcon piece={piece} symbols={table.symbols} size={64} /> : null
}

export function MapView() {
  const desk = useDesk()
  const { table } = desk
  const viewport = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const { width, height } = table.geometry

  useLayoutEffect(() => {
    const camera = new Camera(viewport.current!, sheet.current!, { width, height }, table.counter, desk)
    const pointer = new Pointer(viewport.current!, camera, desk, ghost.current!)
    desk.camera = camera
    if (desk.stand) camera.resume(desk.stand)
    else desk.lookAtFront()
    return () => {
      desk.stand = camera.stand
      pointer.destroy()
      camera.destroy()
      desk.camera = null
      desk.stirring.value = false
    }
  }, [desk])

  return (
    <>
      <div
        class="viewport"
        ref={viewport}
        id="map"
        tabIndex={0}
        role="application"
        aria-label={`Map of ${table.board.label}. Arrow keys move the cursor, Enter clicks, slash lists all choices, question mark lists the keys.`}
      >
        <div class="sheet" ref={sheet} style={{ width: `${width}px`, height: `${height}px` }}>
          <MapPicture />
          <svg
            class={desk.pictured.value ? 'layers' : 'layers waiting'}
            viewBox={`0 0 ${width} ${height}`}
            width={width}
            height={height}
            aria-hidden="true"
          >
            <SeasonLayer />
            <SupplyLayer />
            <RangeLayer />
            <PlaceLayer />
            <TargetLayer />
            <LineLayer />
            <FarNames />
            <PieceLayer />
            <PlaceMarkLayer />
            <ArrowLayer />
            <PathLayer />
            <PointerLayer />
          </svg>
        </div>
      </div>
      {!desk.pictured.value && <p class="unfolding">Unfolding the map …</p>}
      <div class="ghost" ref={ghost} aria-hidden="true">
        <Ghost />
      </div>
    </>
  )
}
