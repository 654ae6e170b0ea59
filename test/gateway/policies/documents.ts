/** Documents that a gateway takes or refuses, `BUCKET` for the bucket's name. */
const objects = "arn:aws:s3:::BUCKET/*"
const of = (part: Readonly<Record<string, unknown>>) => ({ Version: "2012-10-17", Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: objects, ...part }] })
const base = of({})
const text = JSON.stringify(base)
const lists = <A>(name: string, values: ReadonlyArray<A>, make: (value: A) => unknown) => values.map((value) => [`${name} ${JSON.stringify(value)}`, make(value)] as const)

export const documents: ReadonlyArray<readonly [name: string, document: unknown]> = [
  ["a common one", base], ...lists("without", ["Effect", "Principal", "Action", "Resource"], (name) => of({ [name]: undefined })),
  ["an empty object", {}], ["no statements", { Version: "2012-10-17", Statement: [] }], ["one statement, no list", { ...base, Statement: base.Statement[0] }], ["an empty statement", { Statement: [{}] }],
  ["a list", "[]"], ["a text", '"x"'], ["nothing", ""], ["spaces", "  "], ["more behind it", `${text} x`], ["a comment", `/* c */${text}`], ["a line comment", `// c\n${text}`], ["a comma too many", text.replace("}]}", "},]}")],
  ["a byte order mark", `\ufeff${text}`], ["cut off", text.slice(0, -3)], ["a line break in a text", text.replace("s3:Get", "s3:\nGet")], ["an unknown escape", text.replace("s3:Get", "s3:\\qGet")],
  ["no version", { Statement: base.Statement }], ...lists("version", ["2012-10-18", "2008-10-17", 2012, null], (Version) => ({ ...base, Version })),
  ["an id", { ...base, Id: "x" }], ["an unknown element above", { ...base, Foo: 1 }], ["an element in lower case", of({ resource: objects })],
  ["two effects", text.replace('"Effect":"Allow"', '"Effect":"Deny","Effect":"Allow"')], ["two lists of statements", text.replace('"Statement":', '"Statement":[],"Statement":')],
  ...lists("effect", ["allow", ["Allow"], null, true, 1, ""], (Effect) => of({ Effect })),
  ["a Sid twice", { Statement: [...of({ Sid: "a" }).Statement, ...of({ Sid: "a" }).Statement] }], ["a strange Sid", of({ Sid: "a b-c ü" })], ["a Sid that is a number", of({ Sid: 1 })],
  ...lists("principal", [
    "alice", "*x", ["*"], {}, { Foo: "*" }, { AWS: ["*"] }, { AWS: [] }, { CanonicalUser: "x" }, { Service: "logging.s3.amazonaws.com" }, { AWS: "arn:aws:iam::*:user/*" }, { AWS: "a:b" },
    { AWS: "arn:aws:iam:::root" }, { AWS: "arn:aws:iam:::user/*" }, { AWS: "bare" }, { AWS: "arn:aws:iam::RGW1:group/x" }, { AWS: "arn:aws:iam::RGW1:role/x" }, { AWS: 1 }, { Federated: "*" }, { Service: "*" }
  ], (Principal) => of({ Principal })),
  ["Allow NotPrincipal", of({ Principal: undefined, NotPrincipal: { AWS: "bare" } })], ["Deny NotPrincipal", of({ Effect: "Deny", Principal: undefined, NotPrincipal: { AWS: "bare" } })],
  ["Allow with both principals", of({ NotPrincipal: { AWS: "bare" } })],
  ...lists("action", [
    "*", "s3:*", "s3:Get*", "s3:get*", "S3:GetObject", "s3:GetObjec?", "s3:Nope", "GetObject", "s3:HeadObject", "s3:", "", "*:GetObject", "**", "iam:*", "sts:AssumeRole", "ec2:*",
    "s3:PutBucketNotificationConfiguration", "s3:ListBuckets", "s3:GetObjectAttributes", "s3:PutBucketOwnershipControls", "s3:DeleteBucketTagging", "*x", "s3*", "s3:ListAllMyBuckets", "s3:PutBucketAcl",
    "s3:GetObjectV*n", "sns:*", "sns:Publish", [], 1, [["s3:GetObject"]], ["s3:GetObject", "s3:Nope"]
  ], (Action) => of({ Action })),
  ["both kinds of actions", of({ NotAction: "s3:PutObject" })],
  ...lists("resource", [
    "*", "data/*", "arn:aws:s3:::BUCKET/a:b", "arn:aws:s3:::BUCKET/${foo}", "arn:aws:s3:::BUCKET/${aws:username}", "arn:aws:s3:::*", "arn:aws-cn:s3:::BUCKET/*", "arn:aws:s3:default::BUCKET/*",
    "arn:aws:s3::RGW11111111111111111:BUCKET/*", "arn:aws:s3::*:BUCKET/*", "arn:aws:s3:::", "arn:aws:s3", "", "arn:aws:iam:::BUCKET/*", "arn:*", [], 1
  ], (Resource) => of({ Resource })),
  ["both kinds of resources", of({ NotResource: objects })],
  ...lists("condition", [
    {}, [], [{ StringLike: { "aws:UserAgent": "*" } }], null, "x", { stringlike: { "aws:UserAgent": "*" } }, { Foo: { a: "b" } }, { StringLikeIfExists: { "aws:UserAgent": "x" } }, { NullIfExists: { a: "true" } },
    { Null: { a: true } }, { Bool: { "aws:SecureTransport": true } }, { NumericEquals: { "s3:max-keys": 5 } }, { StringLike: [{ "aws:UserAgent": "*" }] }, { StringLike: {} }, { StringLike: { a: [] } },
    { StringLike: { a: {} } }, { StringEquals: { a: "${aws:UserAgent}" } }, { StringLike: { a: "x${y}" } }, { StringLike: { a: "${x" } }, { StringLike: { a: "$x" } },
    { "ForAnyValue:StringEquals": { a: "x" } }, { "ForAllValues:StringNotEquals": { a: "x" } }, { "ForAnyValue:StringEqualsIfExists": { a: "x" } }, { BinaryEquals: { a: "bm9kZQ==" } }, { DateEquals: { a: "x" } }
  ], (Condition) => of({ Condition })),
  ["an operator twice", JSON.stringify(of({ Condition: { StringLike: { a: "*" } } })).replace('"StringLike":', '"StringLike":{"b":"zz"},"StringLike":')],
  ["too deep", `{"Statement":${"[".repeat(50)}`]
]
