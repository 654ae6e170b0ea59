export interface Person {
  readonly uid: string
  readonly password: string
  readonly name: string
  readonly email?: string
  readonly photo?: Buffer
  readonly groups?: ReadonlyArray<string>
}

export const defaultPeople = [
  {
    uid: "ada",
    password: "ada's password",
    name: "Ada Lovelace",
    email: "ada@example.org",
    photo: Buffer.from("ff00fe80c3283031", "hex")
  },
  { uid: "grace", password: "grace's password", name: "Grace Hopper", email: "grace@example.org" },
  { uid: "o'brien (ops)*", password: 'p*ss(w)\\rd,+"', name: "Miles O'Brien", email: "obrien@example.org" },
  { uid: 'müller, jürgen+äß="x"', password: "Paßwort €", name: "Jürgen Müller", email: "mueller@example.org" },
  { uid: "#hash; <tag>\\", password: "hash's password", name: "Hash" },
  { uid: "twin-1", password: "twin's password", name: "Twin One", email: "twins@example.org" },
  { uid: "twin-2", password: "twin's password", name: "Twin Two", email: "twins@example.org" }
] as const satisfies ReadonlyArray<Person>
