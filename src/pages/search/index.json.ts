export { GET } from './[kind]/[file].ts';
