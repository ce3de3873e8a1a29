// The bundler puts these files in as texts.
declare module "*.mod" {
  const text: string;
  export default text;
}
declare module "*.sum" {
  const text: string;
  export default text;
}
declare module "*.go" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
